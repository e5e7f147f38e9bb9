CREATE TABLE `removed_users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`removed_at` text NOT NULL,
	`removed_by` text NOT NULL,
	`account` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `removed_users_at` ON `removed_users` (`removed_at`);