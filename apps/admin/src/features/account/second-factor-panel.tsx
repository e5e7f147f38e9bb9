import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import classes from './account.module.css';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const queryKey = ['account', 'second-factor'];
const factor = api.client.account['second-factor'];
const failed = 'This did not work. Please try again.';

type Step = { name: 'secret'; secret: string; uri: string } | { name: 'codes'; codes: string[] };

/** The second factor of the own account: codes of an authenticator app. */
export function SecondFactorPanel({ onKept }: { onKept?: () => void }) {
  const query = useQuery({ queryKey, queryFn: () => answerOf(factor.$get()) });
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>();
  const go = (next: Step | undefined) => {
    setStep(next);
    queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  if (query.error)
    return (
      <LoadFailure what="The second factor could not be loaded." error={query.error} onRetry={() => query.refetch()} />
    );
  if (!query.data) return <SkeletonRows rows={2} />;
  const { isOn, recoveryCodesLeft } = query.data;
  return (
    <section className="panel" aria-labelledby="second-factor">
      <div className="panel-head">
        <h2 id="second-factor">Second factor</h2>
        <span className="tag" data-tone={isOn ? 'good' : 'info'}>
          {isOn ? 'On' : 'Off'}
        </span>
      </div>
      {step?.name === 'secret' && <ConfirmForm {...step} onConfirmed={(codes) => go({ name: 'codes', codes })} />}
      {step?.name === 'codes' && (
        <RecoveryCodes codes={step.codes} onDone={() => (onKept ? onKept() : go(undefined))} />
      )}
      {!step && (isOn ? <OnForm left={recoveryCodesLeft} go={go} /> : <OffForm go={go} />)}
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

function OnForm({ left, go }: { left: number; go: (step: Step | undefined) => void }) {
  const renew = useMutation({
    mutationFn: (currentPassword: string) => answerOf(factor['recovery-codes'].$post({ json: { currentPassword } })),
    onSuccess: ({ recoveryCodes }) => go({ name: 'codes', codes: recoveryCodes }),
  });
  const end = useMutation({
    mutationFn: (currentPassword: string) => answerOf(factor.$delete({ json: { currentPassword } })),
    onSuccess: () => go(undefined),
  });
  return (
    <WithPassword
      text={`Signing in asks for a code of your authenticator app. ${left} of 10 recovery codes are left.`}
      error={renew.error ?? end.error}
    >
      {(password) => (
        <>
          <Button type="submit" loading={renew.isPending} onClick={() => password && renew.mutate(password)}>
            Make new recovery codes
          </Button>
          <Button type="submit" loading={end.isPending} onClick={() => password && end.mutate(password)}>
            Turn it off
          </Button>
        </>
      )}
    </WithPassword>
  );
}

interface WithPasswordProps {
  text: string;
  error: Error | null;
  children: (password: string) => ReactNode;
}

/** A session left open must not be enough: every change asks for the password. */
function WithPassword({ text, error, children }: WithPasswordProps) {
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>{text}</p>
      {error && (
        <div className="alert" role="alert">
          {sentenceOf(error, failed)}
        </div>
      )}
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        value={password}
        error={isTried && password === '' && 'Your current password is required'}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      />
      <div className={classes.buttons}>{children(password)}</div>
    </form>
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
      {confirm.error && (
        <div className="alert" role="alert">
          {sentenceOf(confirm.error, failed)}
        </div>
      )}
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
