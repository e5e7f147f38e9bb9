ALTER TABLE `images` ADD `source` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `images` ADD `source_width` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `images` ADD `source_height` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `images` ADD `edit` text;--> statement-breakpoint
ALTER TABLE `images` ADD `previous` text;--> statement-breakpoint
CREATE INDEX `images_source` ON `images` (`source`);