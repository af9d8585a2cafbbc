// Columns that alone don't reveal anything about a person, by table: ids, times, states, counts,
// the app's secrets, and a practice's measurements. All other columns are in docs/privacy.md.
export const notPersonal: Record<string, string> = {
  accounts: "id kind client_id created_at console_role",
  alert_addresses:
    "client_id id kind code_expires_at code_tries confirmed_at problem created_at ended_at",
  alert_schedule: "client_id inquiry_id lead_id merged_from step due_at is_gathered done_at",
  alerts:
    "client_id id message_id lead_id merged_from inquiry_id step occasion channel burst_count state problem attempts mail_id created_at expires_at sending_at accepted_at shown_at opened_at",
  announced_leads:
    "platform delivery_id page_id form_id announced_at is_backfilled client_id source_id attempts failed_at dismissed_at inquiry_id stored_at without_contact_since created_at",
  audit_entries: "id at action client_id",
  blocked_times: "id starts_at ends_at created_at is_from_calendar",
  bookings:
    "id contact_request_id starts_at ends_at busy_until sequence link_id booked_at canceled_at canceled_by",
  calls:
    "client_id id lead_id merged_from called_at recorded_at is_entered_later outcome outcome_at call_back_at appointment_at voided_at joined_to ring_id line_seconds",
  campaign_days:
    "client_id campaign_id day impressions clicks spend_cents origin recorded_at parts",
  campaign_report_undos: "client_id id imported_at undo_data",
  campaigns:
    "client_id id name platform platform_campaign_id google_customer_id starts_on ends_on budget_cents budget_period script impressions impressions_as_of created_at paused_at ended_at asked_figures_at figures_problem merged_into merged_at deleted_at undo_data",
  clients:
    "id admin_code time_zone shows_campaign reading attempt_gaps urgent_words profile_changed_at created_at approved_at suspended_at ended_at erasure_begun_at is_demo demo_ends_at demo_leads monday_mail_off_at monday_mail_for month_mail_on_at month_mail_for yesterday_mail_for keeps_deliveries_days keeps_sessions_days keeps_audit_days package fee_cents agreed_from next_invoice_on agreement_changed_at rings_on_at ring_delay_seconds texts_on_at missed_call_text_on_at missed_call_text_closed_on_at",
  confirmed_captchas: "signature expires_at",
  contact_request_calls:
    "id contact_request_id called_at recorded_at is_entered_later outcome outcome_at call_back_at voided_at",
  contact_request_events: "id contact_request_id at kind",
  contact_requests:
    "id kind language test submission_id received_at finished_at is_timed state uncalled_since first_called_at call_back_at attempts last_outcome last_called_at open_call_id open_called_at touched_at answered_at closed_at close_reason next_step_on invitation_id invited_at practice_id folded_into erased_at changed_at",
  deliveries: "id platform received_at",
  device_pins: "client_id session_id wrong_pins created_at",
  different_people: "client_id lead_id other_lead_id at",
  factors: "id kind last_step counter created_at confirmed_at",
  form_submissions: "client_id source_id inquiry_id received_at",
  incoming_calls:
    "client_id id lead_id merged_from received_at office_phone_id accepted_at ended_at outcome",
  inquiries:
    "client_id id lead_id merged_from source_id campaign_id is_test is_untimed submitted_at received_at clock_started_at started_hour open_on_time_until open_late_at alerted_at first_seen_at first_called_at is_first_call_entered_later first_spoke_at first_booked_at",
  invoices: "client_id id invoiced_on amount_cents paid_on due_on",
  known_devices: "id created_at",
  lead_import_chunks: "client_id import_id place",
  lead_import_rows:
    "client_id import_id line outcome problem new_lead_id is_phone_valid submitted_at match_lead_id match_line",
  lead_imports:
    "client_id id state problem problem_line bytes encoding delimiter header_line fields destination run checked_bytes fresh known repeated rejected unclear_dates unclear_contacts damaged_numbers imported_line undone_line completing completed completed_line imported removed kept uploaded_at started_at finished_at expires_at",
  lead_merges: "client_id lead_id survivor_id at",
  lead_presence: "client_id lead_id until",
  leads:
    "client_id id is_phone_valid campaign_id source_id is_test received_at started_at state uncalled_since first_called_at call_back_at attempts last_outcome last_called_at third_last_called_at do_not_call_since open_call_id open_called_at touched_at asked_again_at booked_at archived_at deleted_at merged_into erased_at is_counted created_at",
  mail_stops: "client_id reason at",
  mailed_links:
    "id purpose contact_request_id template_set_id created_at expires_at used_at voided_at",
  mails:
    "client_id id kind cause_key attachment report_month state attempts contact_request_id lead_id merged_from template_id inquiry_id due_at link_id created_at held_at sending_at sent_at dismissed_at",
  month_comments: "client_id month changed_at",
  notes: "client_id id lead_id merged_from at",
  office_phones:
    "client_id id place code_expires_at code_tries confirmed_at problem created_at ended_at",
  open_hours: "client_id in_force_from time_zone week holidays is_confirmed",
  open_screens: "client_id until",
  passkey_challenges: "id purpose expires_at",
  person_invitations: "client_id id role invited_at expires_at link_id accepted_at withdrawn_at",
  pictures: "client_id id width height created_at",
  practice_notes: "client_id id written_at changed_at",
  practice_sort_keys:
    "client_id leads on_time_permille late_permille never_called median last_lead_at last_signed_in_at",
  practice_template_sets:
    "client_id set_id copied_version decided_version setting_versions copied_at",
  push_devices:
    "client_id id alerts_when_closed created_at last_shown_at problem failures retry_at ended_at",
  rate_limits: "points expire",
  recovery_codes: "",
  retired_secret: "is_only sealed",
  ring_calls: "client_id ring_id attempt office_phone_id token placed_at checked_at",
  ring_events: "client_id ring_id kind attempt detail answer seconds at received_at",
  rings:
    "client_id id lead_id merged_from inquiry_id source_id due_at started_at burst_count state refusal settled_at",
  rollups:
    "client_id part span since key id leads customers asked lt10 lt60 open_lt10 open_lt60 entered_later reached booked",
  search_fill: "is_only after_client_id after_id",
  secret_fingerprint: "is_only fingerprint",
  sessions:
    "id kind created_at proven_at expires_at ended_at shared_at idle_minutes wrong_pins wrong_pins_since",
  settings: "part sealed changed_at",
  sign_in_challenges: "tries_left expires_at",
  source_deliveries:
    "client_id id source_id is_form_encoded is_cut is_test result reason dismissed_at inquiry_id received_at",
  sources:
    "client_id id kind name meta_page_id meta_form_id meta_page_token form_key thanks_url allowed_origins mapping hosted_form campaign_id failing_since unsubscribed_since silent_since unread_since unread unread_told_at not_kept_since backfilled_until changed_at created_at ended_at",
  template_set_versions: "set_id number settings published_at",
  template_sets: "id settings created_at deleted_at",
  templates:
    "client_id id kind language is_active delay_minutes is_in_open_hours_only received_while campaign_ids created_at changed_at deleted_at set_id set_template_id set_version",
  text_stops: "client_id reason stopped_at allowed_at",
  texts:
    "client_id id lead_id merged_from call_id direction state problem segments media_count attempts created_at due_at expires_at sending_at reported_at read_at",
  timeline: "client_id lead_id merged_from id at kind",
  used_captchas: "signature expires_at",
  vapid_keys: "is_only public_key private_key created_at",
};
