import { afterAll } from 'vitest';
import { removeTempFolders } from './temp-folders.ts';

// A set-up file runs for each test file, but a shared module is evaluated only once.
afterAll(removeTempFolders);
