import classes from './preview.module.css';

/** The shape of a page, until the first page is shown. */
export function PreviewSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {['header', 'headline', 'text', 'cards', 'more'].map((part) => (
        <span key={part} data-part={part} />
      ))}
    </div>
  );
}
