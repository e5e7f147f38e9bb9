import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createApiProcess } from '../support/api-process.ts';
import { expect, onTestEnd, test } from '../support/fixtures.ts';
import { call, signIn } from '../support/session.ts';
import { owner, runCli, until } from '../support/stack.ts';

/** Mounts a file system of the given size, which requires root. Returns whether it succeeded. */
function mountSmall(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('on a full disk writes are refused, reads continue, and it recovers by itself (skipped where no tmpfs can be mounted) [R13, U17]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-full-'));
  onTestEnd(() => rmSync(folder, { recursive: true, force: true }));
  test.skip(!mountSmall(folder, '12m'), 'No tmpfs can be mounted here.');
  onTestEnd(() => void execFileSync('umount', ['--lazy', folder]));
  const room = () => statfsSync(folder).bavail * statfsSync(folder).bsize;
  const api = await createApiProcess({
    DATA_DIR: folder,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  });
  try {
    await api.start();
    const url = `http://127.0.0.1:${api.port}`;
    let number = 0;
    const send = () =>
      call<{ reference?: string; success: boolean; message: string }>(`${url}/api/request/send-request`, {
        method: 'POST',
        json: { companyName: 'Example Mills', email: `p${++number}@example.org`, message: 'x'.repeat(4000) },
        headers: { 'x-forwarded-for': `198.18.${number >> 8}.${number & 255}` },
      });
    const acknowledged: string[] = [];
    const ballast = join(folder, 'ballast');
    const { token } = await signIn(url);
    writeFileSync(ballast, Buffer.alloc(room() - 256 * 1024));
    // There is room for half of it.
    const body = new FormData();
    body.append('images', new Blob([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(1024 * 1024)]), 'a.png');
    const headers = { authorization: `Bearer ${token}` };
    const upload = await call(`${url}/api/upload/multiple`, { method: 'POST', body, headers });
    expect([upload.status, upload.body.success]).toEqual([503, false]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    let refusal = await send();
    for (; refusal.status === 200; refusal = await send()) acknowledged.push(refusal.body.reference ?? '');
    expect(refusal.status).toBe(503);
    expect(refusal.body).toMatchObject({ success: false, message: expect.stringContaining('Nothing was changed') });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(refusal.body)).not.toMatch(/SQLITE|ENOSPC|\/tmp/);
    expect((await call(`${url}/api/livez`)).status).toBe(200);
    // Callers share the result for one second.
    const problem = 'The disk is full. Nothing can be stored until there is room again.';
    for (const path of ['readyz', 'health'])
      await until(`${path} says that the disk is full`, async () => {
        const { status, body } = await call<{ detail: string }>(`${url}/api/${path}`);
        return status === 503 && body.detail === problem;
      });
    const storageProblem = async () => {
      const { status, body } = await call<{ system: { storageProblem: string | null } }>(`${url}/api/dashboard`, {
        headers,
      });
      expect(status).toBe(200);
      return body.system.storageProblem;
    };
    expect(await storageProblem()).toBe(problem);
    const { stdout } = await runCli(['doctor'], { DATA_DIR: folder, PORT: String(api.port) });
    expect(stdout).toMatch(/^fail +\S+\/api\/health answers 503\. The disk is full\./m);
    expect((await call(`${url}/api/content`)).status).toBe(200);

    rmSync(ballast);
    const healed = await send();
    expect(healed.status).toBe(200);
    await until('the dashboard names no problem any more', async () => (await storageProblem()) === null);
    acknowledged.push(healed.body.reference ?? '');
    await api.stop('SIGTERM');
    const file = new Database(join(folder, 'threadline.db'), { readonly: true });
    const stored = file.prepare<[], string>('select reference from enquiries order by seq').pluck().all();
    expect(stored).toEqual(acknowledged);
    expect(file.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    file.close();
  } finally {
    await api.stop('SIGKILL');
  }
});
