import { useSession } from '../../session.tsx';
import { dropUnsaved } from '../../store/open-edits.ts';
import { hasUnsaved } from '../../store/unsaved.ts';
import { useConfirm } from '../../ui/confirm.tsx';

/** Spec §2: Logout goes to /. */
export function useLogout(): () => Promise<void> {
  const { logout } = useSession();
  const confirm = useConfirm();
  return async () => {
    if (hasUnsaved()) {
      const question = {
        title: 'Log out without saving?',
        text: 'Your changes on this screen are not saved.',
        action: 'Log out and discard',
        cancel: 'Keep editing',
      };
      if (!(await confirm(question))) return;
      dropUnsaved();
    }
    await logout();
    window.location.assign('/');
  };
}
