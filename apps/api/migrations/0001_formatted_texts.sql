UPDATE content_items SET value = formatted_text(value)
  WHERE (section || '.' || key GLOB 'insights.article-*' OR section || '.' || key GLOB 'site.page-*')
  AND json_type(value, '$.body') = 'array';
--> statement-breakpoint
UPDATE content_history SET value = formatted_text(value)
  WHERE (section || '.' || key GLOB 'insights.article-*' OR section || '.' || key GLOB 'site.page-*')
  AND json_type(value, '$.body') = 'array';
