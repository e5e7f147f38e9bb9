import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { createApiProcess, sendEnquiry } from '../support/api-process.ts';
import { signIn } from '../support/session.ts';
import { owner } from '../support/stack.ts';
import { type Figure, median, percentile } from './measure.ts';

/** `BURST` and `ROWS` shorten the benchmark. */
const burst = Number(process.env.BURST ?? 10_000);
const connections = 50;
const fewConnections = 10;
const few = 1_000;
const many = Number(process.env.ROWS ?? 1_000_000);
const rounds = 15;

interface Burst {
  perSecond: number;
  p99Ms: number;
  lost: number;
  double: number;
}

/** Sends the burst to a fresh API and counts its rows afterwards. */
async function sendBurst(env: Record<string, string>, clients = connections): Promise<Burst> {
  const api = await createApiProcess(env);
  await api.start();
  const references: string[] = [];
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const connection = async (): Promise<void> => {
    for (let number = next++; number < burst; number = next++) {
      const sentAt = performance.now();
      const reference = await sendEnquiry(api.port, number, `burst-${number}`);
      times.push(performance.now() - sentAt);
      if (reference !== undefined) references.push(reference);
    }
  };
  await Promise.all(Array.from({ length: clients }, connection));
  const seconds = (performance.now() - began) / 1000;
  await api.stop('SIGTERM');
  const file = new Database(join(api.dataDir, 'threadline.db'), { readonly: true });
  const stored = new Set(file.prepare<[], string>('select reference from enquiries').pluck().all());
  const rows = file.prepare<[], number>('select count(*) from enquiries').pluck().get() ?? 0;
  file.close();
  rmSync(api.dataDir, { recursive: true, force: true });
  return {
    perSecond: burst / seconds,
    p99Ms: percentile(times, 0.99),
    lost: burst - references.filter((reference) => stored.has(reference)).length,
    double: rows - burst,
  };
}

/** Fills the table with copies of one enquiry, with realistic status, origin and assignee, over twelve days. */
function fill(dataDir: string, rows: number): void {
  const file = new Database(join(dataDir, 'threadline.db'));
  file.pragma('synchronous = OFF');
  const columns = file
    .prepare<[], string>(
      "select name from pragma_table_info('enquiries') where name not in ('seq', 'id', 'reference', 'idempotency_key', 'company_name', 'status', 'origin_section', 'assignee_id', 'created_at', 'due_at')",
    )
    .pluck()
    .all()
    .join(', ');
  file.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    insert into enquiries (id, reference, company_name, status, origin_section, assignee_id, created_at, due_at, ${columns})
    select 'id-' || i, 'R-' || i, 'Company ' || (i % 5000) || ' Mills',
      case when i % 20 = 0 then 'new' when i % 20 = 1 then 'read' when i % 20 = 2 then 'spam' when i % 2 = 0 then 'replied' else 'closed' end,
      case when i % 97 = 0 then 'services' else 'hero' end, case when i % 89 = 0 then 'colleague' end,
      strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', (i * 1000000 / ${rows}) || ' seconds'), '2026-01-03T00:00:00.000Z', ${columns}
    from n, (select * from enquiries limit 1)`);
  file.close();
}

const calls = {
  list: '/api/enquiries?status=new',
  'list, all': '/api/enquiries',
  late: '/api/enquiries?overdue=1',
  'late with words': '/api/enquiries?overdue=1&q=company%20mills',
  'late with a rare word': '/api/enquiries?overdue=1&q=700',
  'late of a colleague': '/api/enquiries?overdue=1&assignee=colleague',
  search: '/api/enquiries?q=company%20mills',
  'search, rare word': '/api/enquiries?q=4711',
  'search in a folder': '/api/enquiries?status=new&q=mills',
  'place, colleague and folder': '/api/enquiries?section=services&assignee=colleague&status=closed',
  'place and words': '/api/enquiries?section=services&q=company%20mills',
  'two days in a folder': '/api/enquiries?status=new&from=2026-01-03T00:00:00.000Z&until=2026-01-05T00:00:00.000Z',
  'places to choose from': '/api/enquiries/origins',
  counters: '/api/enquiries/counts',
};

/** Returns the median time of each call, in ms. */
async function timesAt(rows: number): Promise<Record<string, number>> {
  const api = await createApiProcess({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password });
  await api.start();
  await sendEnquiry(api.port, 1, 'first');
  await api.stop('SIGTERM');
  fill(api.dataDir, rows);
  await api.start();
  const session = await signIn(`http://127.0.0.1:${api.port}`);
  const times: Record<string, number> = {};
  for (const [name, path] of Object.entries(calls)) {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      await session.call(path);
      taken.push(performance.now() - began);
    }
    times[name] = median(taken);
  }
  await api.stop('SIGTERM');
  rmSync(api.dataDir, { recursive: true, force: true });
  return times;
}

/** Measures a burst of enquiries with and without `synchronous=FULL`, and the inbox with 1,000 and 1,000,000 of them. */
export async function benchEnquiries(): Promise<Figure[]> {
  const unsafe = await sendBurst({
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'without-sync.ts'))}`,
  });
  const safe = await sendBurst({});
  const withFew = await sendBurst({}, fewConnections);
  const small = await timesAt(few);
  const large = await timesAt(many);
  const ratio = safe.perSecond / unsafe.perSecond;
  return [
    {
      name: `${burst} enquiries, ${connections} connections`,
      value: `${safe.lost} lost, ${safe.double} double`,
      aim: { text: 'none lost, none double', met: safe.lost === 0 && safe.double === 0 },
    },
    {
      name: 'synchronous=FULL to NORMAL',
      value: `${safe.perSecond.toFixed(0)}/s of ${unsafe.perSecond.toFixed(0)}/s = ${ratio.toFixed(2)}, p99 ${safe.p99Ms.toFixed(0)} ms`,
    },
    {
      name: `enquiries stored durably, ${fewConnections} connections`,
      value: `${withFew.perSecond.toFixed(0)}/s, p99 ${withFew.p99Ms.toFixed(0)} ms`,
      aim: { text: 'at least 600/s', met: withFew.perSecond >= 600 },
    },
    ...Object.keys(calls).map((name) => {
      const [before = Number.NaN, after = Number.NaN] = [small[name], large[name]];
      const times = after / before;
      return {
        name: `inbox, ${name}: ${few} to ${many} rows`,
        value: `${before.toFixed(1)} ms, ${after.toFixed(1)} ms = ${times.toFixed(2)}`,
        aim: { text: 'at most 2', met: times <= 2 },
      };
    }),
  ];
}
