import { Modal } from '@mantine/core';
import type { User } from '@threadline/schema/user';
import { LoginForm } from './login-form.tsx';

/** Signs in over the screen, so that unsaved text is not lost. */
export function ExpiredDialog({ user }: { user: Pick<User, 'email' | 'name'> }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title="Sign in again"
      centered
    >
      <p className="dimmed">
        Your session has ended. Sign in as {user.name} to continue where you were. If another user signs in, your saves
        stay on this device for you.
      </p>
      <br />
      <LoginForm email={user.email} onDone={() => undefined} />
    </Modal>
  );
}
