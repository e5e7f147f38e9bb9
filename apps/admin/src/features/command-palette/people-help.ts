import type { HelpEntry } from './help-entry.ts';

/** Help about users, their accounts, and the people whom the site shows. */
export const peopleHelp: readonly HelpEntry[] = [
  {
    title: 'Invite a user',
    words: 'add user, team, staff, employee, new person, admin, account, access, role',
    answer:
      'Press Invite, and enter the name and email address. They choose their own password with the link in the email. If email is not set up, pass the link on yourself.',
    screen: 'User Management',
    target: { to: '/users', search: { add: true } },
  },
  {
    title: 'Remove a user',
    words:
      'delete user, account, person, team member, staff, employee, colleague, left, disable, block, access, revoke',
    answer:
      'Open the menu of the user in the list and choose Delete, or Disable to keep the account without access. Everything that they wrote stays.',
    screen: 'User Management',
    target: { to: '/users' },
  },
  {
    title: 'Show your team with photos',
    words: 'team photo, photos, people, picture, portrait, staff, employee, member, about us, who we are, headshot',
    answer:
      'Press “Add a person” under People, enter name and role, and choose a photo. To change a photo, press Edit on the person.',
    screen: 'People',
    target: { to: '/content', search: { section: 'about' } },
  },
  {
    title: 'Turn on two-step verification',
    words: '2fa, authenticator, second factor, passkey, fingerprint, face, security, verification, login, code, otp',
    answer:
      'Add a passkey or an authenticator app to your account. Keep the recovery codes: with one of them you can sign in without your phone.',
    screen: 'Your account',
    target: { to: '/account' },
  },
  {
    title: 'Change my password',
    words: 'forgotten, reset, new, login, sign-in',
    answer:
      'Enter the current and the new password in your account. If a colleague has forgotten theirs, create a password reset link for them in User Management.',
    screen: 'Your account',
    target: { to: '/account' },
  },
];
