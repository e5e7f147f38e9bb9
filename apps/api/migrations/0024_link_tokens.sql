-- No token of a link to a visitor is stored any more: only what names it, and the digest of what was sent already, which works on.
ALTER TABLE `data_links` RENAME COLUMN `token_hash` TO `id`;
--> statement-breakpoint
CREATE TABLE `__new_subscribers` (
	`email_key` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL,
	`confirmed_at` text,
	`unsubscribed_at` text,
	`link_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`asked_at` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_subscribers`(`rowid`, `email_key`, `email`, `created_at`, `confirmed_at`, `unsubscribed_at`, `link_id`, `token_hash`, `asked_at`)
SELECT `rowid`, `email_key`, `email`, `created_at`, `confirmed_at`, `unsubscribed_at`, lower(hex(randomblob(16))), link_digest(`token`), `asked_at` FROM `subscribers`;
--> statement-breakpoint
DROP TABLE `subscribers`;
--> statement-breakpoint
ALTER TABLE `__new_subscribers` RENAME TO `subscribers`;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_link` ON `subscribers` (`link_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_token` ON `subscribers` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `subscribers_created` ON `subscribers` (`created_at`);
--> statement-breakpoint
-- Messages that wait, or are sent again, name the link that they were written for.
UPDATE `mails` SET `payload` = json_remove(json_set(`payload`, '$.linkId', link_digest(`payload` ->> '$.token')), '$.token')
WHERE `kind` = 'my-data' AND `payload` ->> '$.token' IS NOT NULL;
--> statement-breakpoint
UPDATE `mails` SET `payload` = json_remove(json_set(`payload`, '$.linkId', coalesce((SELECT `link_id` FROM `subscribers` WHERE `subscribers`.`email_key` = `mails`.`email_key`), '')), '$.token')
WHERE `kind` = 'newsletter-confirmation' AND `payload` ->> '$.token' IS NOT NULL;
--> statement-breakpoint
DELETE FROM `rate_limits` WHERE `key` LIKE 'my-data-change:%';
