import { useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/client.ts';
import { InApp, onlineClient } from '../test-render.tsx';
import { Loaded } from './states.tsx';

test('a list shows its loading state, its error, and its content after Retry', async () => {
  const { promise, reject } = Promise.withResolvers<string[]>();
  const read = vi.fn().mockReturnValueOnce(promise).mockResolvedValueOnce(['One delivery']);
  function Deliveries() {
    const query = useQuery({ queryKey: ['deliveries'], queryFn: (): Promise<string[]> => read() });
    return (
      <Loaded query={query} heading="The deliveries could not be loaded.">
        {(deliveries) => deliveries.join()}
      </Loaded>
    );
  }
  render(
    <InApp client={onlineClient()}>
      <Deliveries />
    </InApp>,
  );
  expect(screen.getByRole('status').textContent).toContain('Loading');
  reject(new ApiError('The database is away.', { code: 'unavailable', requestId: 'r-1' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The deliveries could not be loaded.');
  expect(alert.textContent).toContain('The database is away.');
  expect(alert.textContent).toContain('Error reference: r-1');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('One delivery');
});
