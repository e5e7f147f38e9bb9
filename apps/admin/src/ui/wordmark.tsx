import classes from './wordmark.module.css';

interface WordmarkProps {
  size: number;
  name: string;
}

export function Wordmark({ size, name }: WordmarkProps) {
  return (
    <span className={classes.wordmark}>
      <img src="/admin/mark.svg" alt="" width={size} height={size} />
      <span>{name}</span>
    </span>
  );
}
