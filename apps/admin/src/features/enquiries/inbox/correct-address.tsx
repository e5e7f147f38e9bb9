import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import classes from './enquiries.module.css';

export interface Addresses {
  email: string;
  newEmail: string;
}

interface CorrectAddressProps {
  address: string;
  onCorrect: (newEmail: string) => void;
}

/** For an address that the mail server does not know: mostly a letter is missing. */
export function CorrectAddress({ address, onCorrect }: CorrectAddressProps) {
  const [newEmail, setNewEmail] = useState(address);
  const isChanged = newEmail.trim() !== '' && newEmail.trim() !== address;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) onCorrect(newEmail.trim());
  };
  return (
    <form className={classes.correctAddress} onSubmit={submit}>
      <TextInput
        type="email"
        size="xs"
        label="This address was refused. Correct it, in every enquiry"
        value={newEmail}
        onChange={(event) => setNewEmail(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={!isChanged} aria-label={`Correct ${address} and send again`}>
        Correct and send again
      </Button>
    </form>
  );
}
