CREATE TABLE `rights_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`note` text NOT NULL,
	`received_at` text NOT NULL,
	`due_at` text NOT NULL,
	`done_at` text,
	`done_by` text
);
--> statement-breakpoint
CREATE INDEX `rights_requests_email` ON `rights_requests` (`email_key`);--> statement-breakpoint
CREATE INDEX `rights_requests_open` ON `rights_requests` (`due_at`) WHERE done_at is null;--> statement-breakpoint
ALTER TABLE `data_links` ADD `opened_at` text;