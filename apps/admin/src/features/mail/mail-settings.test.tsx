import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Themed } from '../../test-render.tsx';
import { choosePort } from './encryption-labels.ts';
import { FixedMailServer } from './fixed-mail-server.tsx';

test('a usual port follows the encryption, and a port of its own stays', () => {
  expect(choosePort('465', 'starttls')).toBe('587');
  expect(choosePort('', 'tls')).toBe('465');
  expect(choosePort('2525', 'tls')).toBe('2525');
});

test('the settings of the environment are shown as such, and no field can be changed', () => {
  const server = {
    host: 'smtp.mills.test',
    port: 587,
    encryption: 'if-offered',
    user: 'team',
    hasPassword: true,
  } as const;
  const settings = {
    source: 'environment',
    server,
    sender: 'a@mills.test',
    isSenderFixed: true,
    isPasswordLost: false,
  } as const;
  render(
    <Themed>
      <FixedMailServer settings={settings} />
    </Themed>,
  );
  expect(screen.getByText('Set by the server’s administrator')).toBeTruthy();
  const fields = screen.getAllByRole<HTMLInputElement>('textbox');
  expect(fields.every(({ readOnly }) => readOnly)).toBe(true);
  expect(fields.map(({ value }) => value)).toContain('smtp.mills.test');
  expect(screen.queryByRole('button')).toBeNull();
});
