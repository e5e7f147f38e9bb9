import { expect, test } from 'vitest';
import { createLeadScene, four } from '../../../test/lead-scene.ts';
import { maxConcurrentCalls } from './shed-load.ts';

test('beyond what can be at work at once, reads are turned away at once; enquiries and health are taken [R24]', async () => {
  const { app, submit, call, rows } = createLeadScene();
  await call('/api/enquiries');
  const reads = Array.from({ length: maxConcurrentCalls + 50 }, () => call('/api/enquiries?q=mills'));
  // The token is there already: each of these has reached the server after one turn.
  await Promise.resolve();
  const enquiries = Array.from({ length: 20 }, (_, n) =>
    submit({ ...four, email: `sender-${n}@example.org` }, { address: `198.51.100.${n}` }),
  );
  const health = app.request('/api/livez');
  const told = await Promise.all(reads);
  const refused = told.filter(({ status }) => status === 503);
  expect(refused).toHaveLength(50);
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('5');
  expect(told.filter(({ status }) => status === 200)).toHaveLength(maxConcurrentCalls);
  for (const { status } of await Promise.all(enquiries)) expect(status).toBe(200);
  expect((await health).status).toBe(200);
  expect(rows()).toHaveLength(20);

  expect((await call('/api/enquiries')).status).toBe(200);
});
