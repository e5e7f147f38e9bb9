import { decryptText, encryptText } from './encryption.ts';
import { ProblemError } from './http/problem-error.ts';

interface SecretChoice {
  /** As a user has entered it; empty to keep the stored one. */
  entered: string | undefined;
  /** The encrypted secret of the present settings. */
  stored: string | null | undefined;
  /** Whether the stored secret was entered for the same service and user as the new settings. */
  isSameUse: boolean;
  key: string;
  /** The field of the form, and its name in a sentence. */
  field: { pointer: string; name: string };
}

/**
 * Returns the encrypted secret of a service to store. A stored one is only used with the service and the user that it was
 * entered for: an account that was taken over could otherwise send it to a server of its own.
 *
 * @throws ProblemError 422 when it has to be entered, also after it was encrypted with another key
 */
export function chooseSecret({ entered, stored, isSameUse, key, field }: SecretChoice): string {
  if (entered) return encryptText(entered, key);
  if (stored && isSameUse && decryptText(stored, key) !== undefined) return stored;
  const detail = stored ? `Enter the ${field.name} again for these settings.` : `Enter the ${field.name}.`;
  throw new ProblemError('validation-failed', { detail, errors: [{ pointer: field.pointer, detail }] });
}
