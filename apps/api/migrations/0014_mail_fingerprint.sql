DELETE FROM `mail_outcome`;--> statement-breakpoint
ALTER TABLE `mail_outcome` RENAME COLUMN "host" TO "fingerprint";--> statement-breakpoint
ALTER TABLE `mail_outcome` ADD `reported_from` text;
