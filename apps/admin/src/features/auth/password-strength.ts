/** For whom a password is, in the words that an attacker tries first. */
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
/** A shorter word occurs by chance. */
const minWordLength = 4;
/** With so many other characters around it, a known word does no harm. */
const minRestLength = 10;
const minLength = 10;
const strongLength = 16;

/** Returns a hint about a new password, in plain words. It refuses nothing: the server decides what is accepted. */
export function describeStrength(password: string, { company, name, email }: PasswordOwner): PasswordStrength {
  const guess = (reason: string) => ({ text: `Easy to guess: it ${reason}.`, isWeak: true });
  const lower = password.toLowerCase();
  const contains = (words: readonly string[]) =>
    words.some((word) => lower.includes(word) && lower.length - word.length < minRestLength);
  if (contains(listWords(company))) return guess('contains the company’s name');
  if (contains(listWords(name))) return guess('contains the name of this user');
  if (contains(listWords(email?.split('@', 1)[0]))) return guess('contains the email address');
  if (contains(common)) return guess('contains a very common password');
  if (/^\d+$/.test(password)) return guess('consists of digits only');
  if (new Set(lower).size < 4) return guess('repeats the same few characters');
  if (password.length < minLength) return { text: 'Short. Add another word to make it stronger.', isWeak: true };
  return { text: password.length < strongLength ? 'Good. A longer one is stronger.' : 'Strong.', isWeak: false };
}

/** Returns the words of a name, and all of them as one word. */
function listWords(name = ''): string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...words, words.join('')].filter(({ length }) => length >= minWordLength);
}
