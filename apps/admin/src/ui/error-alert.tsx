import { sentenceOf } from '../api/client.ts';

/** Why something did not work, said at once to screen readers too; nothing while there is no error. */
export function ErrorAlert({ error, fallback }: { error: unknown; fallback: string }) {
  if (!error) return null;
  return (
    <div className="alert" role="alert">
      {sentenceOf(error, fallback)}
    </div>
  );
}
