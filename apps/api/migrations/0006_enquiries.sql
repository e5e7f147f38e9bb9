CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` text,
	`email_key` text NOT NULL,
	`purpose` text NOT NULL,
	`given` integer NOT NULL,
	`notice_id` text,
	`network` text NOT NULL,
	`at` text NOT NULL,
	`withdrawn_at` text
);
--> statement-breakpoint
CREATE INDEX `consents_request` ON `consents` (`request_id`);--> statement-breakpoint
CREATE INDEX `consents_email` ON `consents` (`email_key`);--> statement-breakpoint
CREATE TABLE `contact_request_counts` (
	`status` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contact_request_days` (
	`day` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `data_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email_key` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `data_links_email` ON `data_links` (`email_key`,`created_at`);--> statement-breakpoint
CREATE TABLE `enquiry_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` text NOT NULL,
	`at` text NOT NULL,
	`by_id` text,
	`by_name` text,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `enquiry_notes_request` ON `enquiry_notes` (`request_id`);--> statement-breakpoint
CREATE TABLE `erasures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`reason` text NOT NULL,
	`by_name` text,
	`email_hash` text,
	`enquiries` integer NOT NULL,
	`mails` integer NOT NULL,
	`subscribers` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`request_id` text,
	`recipient` text NOT NULL,
	`email_key` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` text NOT NULL,
	`last_error` text,
	`created_at` text NOT NULL,
	`sent_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_id` ON `mails` (`id`);--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `mails_request` ON `mails` (`request_id`);--> statement-breakpoint
CREATE INDEX `mails_email` ON `mails` (`email_key`);--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`form` text NOT NULL,
	`sentences` text NOT NULL,
	`first_seen_at` text NOT NULL
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_contact_requests` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`reference` text NOT NULL,
	`idempotency_key` text,
	`status` text NOT NULL,
	`company_name` text NOT NULL,
	`contact_name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`phone` text NOT NULL,
	`phone_e164` text NOT NULL,
	`company_size` text NOT NULL,
	`industry` text NOT NULL,
	`message` text NOT NULL,
	`origin` text NOT NULL,
	`origin_section` text NOT NULL,
	`origin_slide` text NOT NULL,
	`origin_cta` text NOT NULL,
	`page` text NOT NULL,
	`network` text NOT NULL,
	`fingerprint` text NOT NULL,
	`spam_reasons` text NOT NULL,
	`is_test` integer NOT NULL,
	`is_kept` integer NOT NULL,
	`assignee_id` text,
	`created_at` text NOT NULL,
	`due_at` text NOT NULL,
	`answered_at` text,
	`touched_at` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_contact_requests`("seq", "id", "reference", "idempotency_key", "status", "company_name", "contact_name", "email", "email_key", "phone", "phone_e164", "company_size", "industry", "message", "origin", "origin_section", "origin_slide", "origin_cta", "page", "network", "fingerprint", "spam_reasons", "is_test", "is_kept", "assignee_id", "created_at", "due_at", "answered_at", "touched_at") SELECT row_number() OVER (ORDER BY created_at, id), "id", "reference", "idempotency_key", 'new', "company_name", "contact_name", "email", lower(email), "phone", '', "company_size", "industry", "message", "origin", '', '', '', '', '', '', '[]', 0, 0, NULL, "created_at", strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+2 days'), NULL, created_at FROM `contact_requests`;--> statement-breakpoint
DROP TABLE `contact_requests`;--> statement-breakpoint
ALTER TABLE `__new_contact_requests` RENAME TO `contact_requests`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `contact_requests_id` ON `contact_requests` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `contact_requests_reference` ON `contact_requests` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `contact_requests_idempotency` ON `contact_requests` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `contact_requests_status` ON `contact_requests` (`status`);--> statement-breakpoint
CREATE INDEX `contact_requests_assignee` ON `contact_requests` (`assignee_id`,`status`);--> statement-breakpoint
CREATE INDEX `contact_requests_due` ON `contact_requests` (`due_at`) WHERE status in ('new', 'read');--> statement-breakpoint
CREATE INDEX `contact_requests_email` ON `contact_requests` (`email_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_requests_network` ON `contact_requests` (`network`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_requests_fingerprint` ON `contact_requests` (`fingerprint`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_requests_touched` ON `contact_requests` (`touched_at`);--> statement-breakpoint
ALTER TABLE `subscribers` ADD `unsubscribed_at` text;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `token` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `asked_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `subscribers` SET `token` = lower(hex(randomblob(24))), `asked_at` = `created_at`;--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_token` ON `subscribers` (`token`);--> statement-breakpoint
CREATE INDEX `subscribers_created` ON `subscribers` (`created_at`);