CREATE TABLE `failed_publishes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`revision` integer NOT NULL,
	`at` text NOT NULL,
	`faults` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `publishing` ADD `review` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `publishing` ADD `scheduled_at` text;--> statement-breakpoint
ALTER TABLE `publishing` ADD `scheduled_revision` integer;--> statement-breakpoint
ALTER TABLE `publishing` ADD `scheduled_by_id` text;--> statement-breakpoint
ALTER TABLE `publishing` ADD `scheduled_by` text;