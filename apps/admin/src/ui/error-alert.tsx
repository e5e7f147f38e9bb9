import { getErrorMessage } from '../api/client.ts';

interface ErrorAlertProps {
  error: unknown;
  /** Shown when the server gave no reason. */
  fallback: string;
  className?: string | undefined;
}

/** Shows why something failed and announces it to screen readers. Renders nothing without an error. */
export function ErrorAlert({ error, fallback, className = '' }: ErrorAlertProps) {
  if (!error) return null;
  return (
    <div className={`alert ${className}`} role="alert">
      {getErrorMessage(error, fallback)}
    </div>
  );
}
