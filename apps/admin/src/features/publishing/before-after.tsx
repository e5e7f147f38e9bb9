import classes from './before-after.module.css';

/** What went and what came, by more than colour; nothing for a side that is empty. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <>
      {before !== '' && (
        <del className={classes.before}>
          <span className="visually-hidden">before: </span>
          {before}
        </del>
      )}{' '}
      {after !== '' && (
        <ins className={classes.after}>
          <span className="visually-hidden">now: </span>
          {after}
        </ins>
      )}
    </>
  );
}
