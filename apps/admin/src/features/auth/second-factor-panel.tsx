import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import classes from './account.module.css';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecondFactor } from './second-factor.ts';
import { WithPassword } from './with-password.tsx';

const factor = api.client.account['second-factor'];
const failed = 'This did not work. Please try again.';

type Step = { name: 'secret'; secret: string; uri: string } | { name: 'codes'; codes: string[] };

/** Codes of an authenticator app as the second factor of the own account. */
export function SecondFactorPanel({ onKept }: { onKept?: () => void }) {
  const heading = useId();
  const query = useSecondFactor();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>();
  const go = (next: Step | undefined) => {
    setStep(next);
    queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  if (query.error && !query.data)
    return (
      <LoadFailure what="The second factor could not be loaded." error={query.error} onRetry={() => query.refetch()} />
    );
  if (!query.data) return <SkeletonRows rows={2} />;
  const { isOn } = query.data;
  const done = () => (onKept ? onKept() : go(undefined));
  // There are recovery codes already when a passkey came first.
  const confirmed = (codes: string[]) => (codes.length > 0 ? go({ name: 'codes', codes }) : done());
  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>Authenticator app</h2>
        <span className="tag" data-tone={isOn ? 'good' : 'info'}>
          {isOn ? 'On' : 'Off'}
        </span>
      </div>
      {step?.name === 'secret' && <ConfirmForm {...step} onConfirmed={confirmed} />}
      {step?.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={done} />}
      {!step && (isOn ? <OnForm onOff={() => go(undefined)} /> : <OffForm go={go} />)}
    </section>
  );
}

function OffForm({ go }: { go: (step: Step) => void }) {
  const begin = useMutation({
    mutationFn: (currentPassword: string) => answerOf(factor.$post({ json: { currentPassword } })),
    onSuccess: ({ secret, uri }) => go({ name: 'secret', secret, uri }),
  });
  return (
    <WithPassword
      text="With an authenticator app on your phone, a password that somebody has found out is not enough to sign in."
      error={begin.error}
    >
      {(password) => (
        <Button type="submit" loading={begin.isPending} onClick={() => password && begin.mutate(password)}>
          Set it up
        </Button>
      )}
    </WithPassword>
  );
}

function OnForm({ onOff }: { onOff: () => void }) {
  const end = useMutation({
    mutationFn: (currentPassword: string) => answerOf(factor.$delete({ json: { currentPassword } })),
    onSuccess: onOff,
  });
  return (
    <WithPassword text="Signing in with the password asks for a code of your authenticator app." error={end.error}>
      {(password) => (
        <Button type="submit" loading={end.isPending} onClick={() => password && end.mutate(password)}>
          Turn it off
        </Button>
      )}
    </WithPassword>
  );
}

interface ConfirmFormProps {
  secret: string;
  uri: string;
  onConfirmed: (codes: string[]) => void;
}

function ConfirmForm({ secret, uri, onConfirmed }: ConfirmFormProps) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => answerOf(factor.confirm.$post({ json: { code } })),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>Scan this picture with your authenticator app, or type the key into it.</p>
      <QrCode text={uri} label="QR code with the key" className={classes.qr} />
      <p className={classes.secret}>
        Key: <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <ErrorAlert error={confirm.error} fallback={failed} />
      <TextInput
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="filled" loading={confirm.isPending}>
          Turn it on
        </Button>
      </div>
    </form>
  );
}
