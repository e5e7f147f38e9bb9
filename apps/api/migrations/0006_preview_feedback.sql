-- Links of before had no stored token: they end.
DROP TABLE `preview_links`;--> statement-breakpoint
CREATE TABLE `preview_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_id` text,
	`session_version` integer NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `preview_links_token` ON `preview_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `preview_links_creator` ON `preview_links` (`created_by_id`);--> statement-breakpoint
CREATE TABLE `preview_feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`page` text NOT NULL,
	`section` text NOT NULL,
	`revision` integer NOT NULL,
	`at` text NOT NULL,
	`resolved_at` text,
	`resolved_by` text,
	FOREIGN KEY (`link_id`) REFERENCES `preview_links`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `preview_feedback_link` ON `preview_feedback` (`link_id`,`at`);--> statement-breakpoint
CREATE INDEX `preview_feedback_at` ON `preview_feedback` (`at`);
