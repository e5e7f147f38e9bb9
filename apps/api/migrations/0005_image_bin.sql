ALTER TABLE `images` ADD `decorative` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `images` ADD `deleted_at` text;