import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { confirmCodeSchema } from '@threadline/schema/wire/account';
import { type Ref, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { api, unwrap } from '../../api/client.ts';
import { ApiForm } from '../../ui/api-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import classes from './account.module.css';
import { FormOnRequest } from './form-on-request.tsx';
import { ReauthenticateForm } from './password-inputs.tsx';
import { RecoveryCodes, useSecondFactor } from './recovery.tsx';

const secondFactor = api.client.account['second-factor'];

const off = {
  text: 'After your password, you enter a code from an app on your phone, such as Google Authenticator. A stolen password alone is then useless.',
  action: 'Set it up',
};
const on = {
  text: 'After your password, you enter the code that your authenticator app shows.',
  action: 'Turn it off',
};

type Step = { name: 'secret'; secret: string; uri: string } | { name: 'codes'; codes: string[] };

interface SecondFactorPanelProps {
  onDone?: () => void;
  ref?: Ref<HTMLElement>;
}

/** Turns codes of an authenticator app on and off as the second factor of the user's own account. */
export function SecondFactorPanel({ onDone, ref }: SecondFactorPanelProps) {
  const query = useSecondFactor();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>();
  const goTo = (next: Step | undefined) => {
    setStep(next);
    queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  const finish = () => (onDone ? onDone() : goTo(undefined));
  // An account that has a passkey already has recovery codes.
  const confirm = (codes: string[]) => (codes.length > 0 ? goTo({ name: 'codes', codes }) : finish());
  return (
    <Loaded query={query} heading="Two-step verification could not be loaded." rows={2}>
      {({ isOn }) => (
        <Panel
          ref={ref}
          tabIndex={-1}
          title="Two-step verification"
          extra={<Tag tone={isOn ? 'success' : 'info'}>{isOn ? 'On' : 'Off'}</Tag>}
        >
          {step?.name === 'secret' && <ConfirmForm {...step} onConfirmed={confirm} />}
          {step?.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={finish} />}
          {!step && !isOn && (
            <FormOnRequest key="off" {...off}>
              <ReauthenticateForm
                {...off}
                send={(currentPassword) => unwrap(secondFactor.$post({ json: { currentPassword } }))}
                onSuccess={({ secret, uri }) => goTo({ name: 'secret', secret, uri })}
              />
            </FormOnRequest>
          )}
          {!step && isOn && (
            <FormOnRequest key="on" {...on}>
              <ReauthenticateForm
                {...on}
                send={(currentPassword) => unwrap(secondFactor.$delete({ json: { currentPassword } }))}
                onSuccess={() => goTo(undefined)}
              />
            </FormOnRequest>
          )}
        </Panel>
      )}
    </Loaded>
  );
}

interface ConfirmFormProps {
  secret: string;
  uri: string;
  onConfirmed: (codes: string[]) => void;
}

function ConfirmForm({ secret, uri, onConfirmed }: ConfirmFormProps) {
  const form = useApiForm({
    initialValues: { code: '' },
    schema: confirmCodeSchema,
    send: (json) => unwrap(secondFactor.confirm.$post({ json })),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    step.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className={classes.secondFactor} ref={step}>
      <QrCode text={uri} label="QR code with the key" />
      <ApiForm
        form={form}
        intro={
          <>
            <p>Scan this QR code with your authenticator app, or type the key into the app.</p>
            <p className={classes.secret}>
              Key: <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
          </>
        }
        fallback="Two-step verification could not be turned on. Try again."
        action="Turn it on"
        isPrimary
      >
        <TextInput
          label="Code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.field('code')}
        />
      </ApiForm>
    </div>
  );
}

/** Dark on light in both colour schemes: cameras do not read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={classes.qr}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
