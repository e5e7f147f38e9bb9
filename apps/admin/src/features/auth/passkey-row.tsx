import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Passkey } from '@threadline/schema/passkey';
import { type FormEvent, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { momentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import classes from './account.module.css';
import { WithPassword } from './with-password.tsx';

const one = api.client.account.passkeys[':id'];

interface PasskeyRowProps {
  passkey: Passkey;
  onChanged: () => void;
}

export function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const { id, name, createdAt, lastUsedAt, backedUp } = passkey;
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const close = () => setOpen(undefined);
  const changed = () => {
    close();
    onChanged();
  };
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="meta">
          {lastUsedAt ? `Last used ${momentOf(lastUsedAt)}` : 'Not used yet'} · added {momentOf(createdAt)}
          {backedUp && ' · kept by your password manager'}
        </p>
      </div>
      {!open && (
        <div className={classes.buttons}>
          <Button onClick={() => setOpen('rename')} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <Button onClick={() => setOpen('remove')} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </div>
      )}
      {open === 'rename' && <RenameForm passkey={passkey} onChanged={changed} onCancel={close} />}
      {open === 'remove' && <RemoveForm id={id} onChanged={changed} onCancel={close} />}
    </li>
  );
}

function RenameForm({ passkey, onChanged, onCancel }: PasskeyRowProps & { onCancel: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () => answerOf(one.$patch({ param: { id: passkey.id }, json: { name } })),
    onSuccess: onChanged,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') rename.mutate();
  };
  return (
    <form className={classes.rowForm} onSubmit={submit} noValidate>
      <ErrorAlert error={rename.error} fallback="The name could not be saved." />
      <TextInput
        label="Name"
        value={name}
        maxLength={60}
        error={name.trim() === '' && 'Name is required'}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" variant="filled" loading={rename.isPending}>
          Save the name
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function RemoveForm({ id, onChanged, onCancel }: { id: string; onChanged: () => void; onCancel: () => void }) {
  const remove = useMutation({
    mutationFn: (currentPassword: string) => answerOf(one.$delete({ param: { id }, json: { currentPassword } })),
    onSuccess: onChanged,
  });
  return (
    <div className={classes.rowForm}>
      <WithPassword text="It will not sign you in any more, and other browsers are signed out." error={remove.error}>
        {(password) => (
          <>
            <Button type="submit" loading={remove.isPending} onClick={() => password && remove.mutate(password)}>
              Remove it
            </Button>
            <Button onClick={onCancel}>Keep it</Button>
          </>
        )}
      </WithPassword>
    </div>
  );
}
