import { afterAll } from 'vitest';
import { removeTempFolders } from './temp-folders.ts';

// A set-up file runs for each test file; a module that test files share is evaluated only once.
afterAll(removeTempFolders);
