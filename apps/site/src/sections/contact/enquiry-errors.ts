import { toE164 } from '@threadline/schema/phone';

/** The error message for each kind of mistake, from the content. */
export interface FieldErrorTexts {
  one: string;
  several: string;
  companyName: string;
  email: string;
  emailShape: string;
  phone: string;
  other: string;
}

interface FieldState {
  name: string;
  value: string;
  /** Result of the browser's own validation (spec §5). */
  isValid: boolean;
  isRequired: boolean;
}

/** The ending is also asked for by the API; browsers accept an address without one. */
const endsInDomain = /\.[^.\s@]+$/;

/** The remedy for a field that cannot be sent as it is, or undefined. */
export function findError(
  { name, value, isValid, isRequired }: FieldState,
  texts: FieldErrorTexts,
): string | undefined {
  const isMissing = isRequired && value.trim() === '';
  if (isMissing) return name === 'email' ? texts.email : texts.companyName;
  if (name === 'email') return isValid && endsInDomain.test(value.trim()) ? undefined : texts.emailShape;
  if (name === 'phone' && value.trim() && !toE164(value)) return texts.phone;
  return isValid ? undefined : texts.other;
}
