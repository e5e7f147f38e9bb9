import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: [
    './src/platform/db/schema/core.ts',
    './src/platform/db/schema/drafts.ts',
    './src/platform/db/schema/accounts.ts',
    './src/platform/db/schema/enquiries.ts',
    './src/platform/db/schema/privacy.ts',
  ],
  out: './migrations',
  casing: 'snake_case',
});
