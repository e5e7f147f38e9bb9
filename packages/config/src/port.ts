import { z } from 'zod';
import blockedPorts from './blocked-ports.json' with { type: 'json' };

/** A TCP port that browsers and `fetch` accept: https://fetch.spec.whatwg.org/#port-blocking. 0 means a free port. */
export const portSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(65_535)
  .refine((port) => !blockedPorts.includes(port), {
    error: 'must be another port: browsers refuse to connect to this one',
  });
