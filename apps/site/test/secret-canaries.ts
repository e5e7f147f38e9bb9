/** Secrets of the build environment: no file of a build may contain one of these values. */
export const secretCanaries: Record<string, string> = {
  ADMIN_EMAIL: 'canary-email@example.org',
  ADMIN_PASSWORD: 'canary-password',
  SMTP_URL: 'smtps://canary-user:canary-mail@mail.example.org',
  LEADS_TO: 'canary-leads@example.org',
  MAIL_FROM: 'canary-from@example.org',
  PUBLISHER_TOKEN: 'canary-publisher-token-canary-publisher-token',
  WEBHOOK_SECRET: 'whsec_canary-webhook',
  WEBHOOK_ENDPOINTS: '[{"url":"https://hooks.example/canary-hook","token":"canary-token"}]',
  DATA_DIR: '/tmp/canary-data',
};
