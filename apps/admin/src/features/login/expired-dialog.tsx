import { Modal } from '../../ui/modal.ts';
import { LoginForm } from './login-form.tsx';

/** Sign in over the form: nothing that was typed is lost. */
export function ExpiredDialog({ email }: { email: string }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title="Sign in again"
      centered
    >
      <p className="dimmed">Your session has ended. Your text is still here; sign in to go on.</p>
      <br />
      <LoginForm email={email} onDone={() => undefined} />
    </Modal>
  );
}
