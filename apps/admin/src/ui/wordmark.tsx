import classes from './wordmark.module.css';

export function Wordmark({ size }: { size: number }) {
  return (
    <span className={classes.wordmark}>
      <img src="/admin/mark.svg" alt="" width={size} height={size} />
      <span>Threadline</span>
    </span>
  );
}
