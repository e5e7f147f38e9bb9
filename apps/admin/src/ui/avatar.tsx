import classes from './avatar.module.css';

interface AvatarProps {
  name: string;
  /** Shown instead of the initials. */
  text?: string | number | undefined;
  isSmall?: boolean;
}

/** The initials of a user. Their name is beside it, so that screen readers skip it. */
export function Avatar({ name, text = getInitials(name), isSmall = false }: AvatarProps) {
  return (
    <span className={classes.avatar} data-small={isSmall || undefined} aria-hidden="true">
      {text}
    </span>
  );
}

function getInitials(name: string): string {
  const parts = name.trim().split(/\s+/);
  return `${parts[0]?.[0] ?? '?'}${parts.length > 1 ? (parts.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
}
