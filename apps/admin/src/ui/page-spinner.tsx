import classes from './page-spinner.module.css';

/** Spec §2: a spinner shows while authentication is loading. */
export function PageSpinner() {
  return (
    <div className={classes.centre} role="status">
      <span className={`spinner ${classes.big}`} />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}
