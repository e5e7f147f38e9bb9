/** For whom a password is, whose names an attacker tries first. */
export interface PasswordOwner {
  company?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
}

export interface PasswordStrength {
  text: string;
  isWeak: boolean;
}

const common = ['password', 'passw0rd', 'qwerty', 'welcome', 'letmein', 'admin', '12345', 'abcde', 'iloveyou'];
/** A shorter term occurs by chance. */
const minTermLength = 4;
/** With so many other characters around it, a known term does no harm. */
const minRestLength = 10;
const minLength = 10;
const strongLength = 16;

/** Returns a hint about a new password, in plain words. It refuses nothing: the server decides what is accepted. */
export function describeStrength(password: string, { company, name, email }: PasswordOwner): PasswordStrength {
  const guess = (reason: string) => ({ text: `Easy to guess: it ${reason}.`, isWeak: true });
  const lower = password.toLowerCase();
  const contains = (terms: readonly string[]) =>
    terms.some((term) => lower.includes(term) && lower.length - term.length < minRestLength);
  if (contains(listNameParts(company))) return guess('contains the company’s name');
  if (contains(listNameParts(name))) return guess('contains the name of this user');
  if (contains(listNameParts(email?.split('@', 1)[0]))) return guess('contains the email address');
  if (contains(common)) return guess('contains a very common password');
  if (/^\d+$/.test(password)) return guess('consists of digits only');
  if (new Set(lower).size < 4) return guess('repeats the same few characters');
  if (password.length < minLength) return { text: 'Short. Add another word to make it stronger.', isWeak: true };
  return { text: password.length < strongLength ? 'Good. A longer one is stronger.' : 'Strong.', isWeak: false };
}

/** Returns the parts of a name, and all of them together. */
function listNameParts(name = ''): string[] {
  const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...parts, parts.join('')].filter(({ length }) => length >= minTermLength);
}
