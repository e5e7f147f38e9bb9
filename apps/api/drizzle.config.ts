import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: [
    './src/db/schema.ts',
    './src/db/account-schema.ts',
    './src/db/enquiry-schema.ts',
    './src/db/privacy-schema.ts',
  ],
  out: './migrations',
  casing: 'snake_case',
});
