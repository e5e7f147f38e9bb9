import classes from './page-skeleton.module.css';

/** The outline of a page until the preview has loaded: header, headline beside a picture, and cards. */
export function PageSkeleton() {
  return (
    <div className={classes.page} role="status">
      <span className="visually-hidden">Loading the preview</span>
      <div className={classes.header} aria-hidden="true">
        <i className={classes.logo} />
        <i className={classes.links} />
      </div>
      <div className={classes.hero} aria-hidden="true">
        <div className={classes.text}>
          <i className={classes.headline} />
          <i className={classes.headline} />
          <i className={classes.line} />
          <i className={classes.action} />
        </div>
        <i className={classes.picture} />
      </div>
      <div className={classes.cards} aria-hidden="true">
        <i className={classes.card} />
        <i className={classes.card} />
        <i className={classes.card} />
      </div>
    </div>
  );
}
