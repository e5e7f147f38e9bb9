import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderRouted } from '../../../test-render.tsx';
import { CountWarning } from './count-warning.tsx';

test('the number of entries is stated once, with the list of the texts that state another one', async () => {
  const text = (key: string) => ({
    ...{ list: 'cards', section: 'hero', key, field: '' },
    stated: `“Nine services” (${key})`,
    shown: '8 under Services',
  });
  renderRouted(() => <CountWarning component="div" warnings={[text('title'), text('subtitle')]} />);
  const notice = await screen.findByRole('status');
  expect(notice.textContent).toMatch(
    /^The site shows 8 under Services, but these texts give another number:“Nine services” \(title\) Change it.+“Nine services” \(subtitle\) Change it.+$/,
  );
  expect(screen.getByRole('link', { name: 'Change it: “Nine services” (subtitle)' })).toBeTruthy();
});
