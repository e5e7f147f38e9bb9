import classes from './preview-skeleton.module.css';

/** The shape of a page, still and quiet, until the first page is there. */
export function PreviewSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      <div className={classes.page}>
        <div className={classes.head}>
          <span />
          <span />
        </div>
        <div className={classes.first}>
          <span />
          <span />
          <span />
          <span />
        </div>
        <Section />
        <Section />
      </div>
    </div>
  );
}

function Section() {
  return (
    <>
      <div className={classes.cards}>
        <span />
        <span />
        <span />
      </div>
      <div className={classes.lines}>
        <span />
        <span />
        <span />
      </div>
    </>
  );
}
