import { Modal, Text } from '@mantine/core';
import type { User } from '@threadline/schema/wire/user';
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
      <Text c="dimmed" mb="lg">
        Your session has ended. Sign in as {user.name} to continue where you were. If another user signs in here, your
        unsaved changes stay on this device for you.
      </Text>
      <LoginForm email={user.email} onDone={() => undefined} />
    </Modal>
  );
}
