import { z } from 'zod';
import blockedPorts from './blocked-ports.json' with { type: 'json' };

/**
 * A TCP port on which browsers and `fetch` accept a server: https://fetch.spec.whatwg.org/#port-blocking. 0 lets the
 * system choose one.
 */
export const portSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(65_535)
  .refine((port) => !blockedPorts.includes(port), {
    error: 'must be another port: browsers refuse to connect to this one',
  });
