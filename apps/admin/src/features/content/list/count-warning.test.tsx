import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderRouted } from '../../../test-render.tsx';
import type { CountMismatch } from '../model/count-mismatches.ts';
import { CountStatus, CountWarning } from './count-warning.tsx';

const text = (key: string) => ({
  ...{ list: 'cards', section: 'hero', key, field: '' },
  stated: `“Nine services” (${key})`,
  shown: '8 under Services',
});

test('the number of entries is stated once, with the list of the texts that state another one', async () => {
  renderRouted(() => <CountWarning component="div" warnings={[text('title'), text('subtitle')]} />);
  const notice = (await screen.findByText(/^The site shows/)).textContent;
  expect(notice).toMatch(
    /^The site shows 8 under Services, but these texts give another number:“Nine services” \(title\) Change it.+“Nine services” \(subtitle\) Change it.+$/,
  );
  expect(screen.getByRole('link', { name: 'Change it: “Nine services” (subtitle)' })).toBeTruthy();
});

test('a text that states another number is announced by a live region that was there before', async () => {
  let setWarnings: (warnings: CountMismatch[]) => void = () => undefined;
  renderRouted(() => {
    const [warnings, set] = useState<CountMismatch[]>([]);
    setWarnings = set;
    return <CountStatus warnings={warnings} />;
  });
  const region = await screen.findByRole('status');
  expect(region.textContent).toBe('');
  act(() => setWarnings([text('title'), text('subtitle')]));
  expect(region.textContent).toBe('The site shows 8 under Services, and 2 texts say otherwise.');
});
