CREATE TABLE `reminder_looks` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mails_waiting_replies` ON `mails` (`request_id`) WHERE kind = 'reply' and state = 'pending';